const WITH_HOST = /^[^:/?#]*:\/\/([^/?#]*)([^?#]*)/;

/**
 * Host and path of a Url as it stands in a log: `https://shop.example:8443/cart?id=1` is
 * `shop.example:8443` and `/cart`. Without a scheme all of it up to the query is path. Nothing is
 * normalised: what was sent is what is looked for.
 */
export function splitUrl(url: string): { readonly host?: string; readonly path: string } {
  const [whole, host, path] = WITH_HOST.exec(url) ?? [];
  if (whole === undefined) return { path: /^[^?#]*/.exec(url)?.[0] ?? '' };
  return { host: host ?? '', path: path ?? '' };
}
