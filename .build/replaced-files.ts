/**
 * Files of packages for which a module of ours stands in, by the digest of the file that was read when
 * ours was written: another digest stops the build.
 */
export const replacedFiles: Readonly<
  Record<string, { readonly by: string; readonly sha256: string }>
> = {
  // A frame of 200 x 50 made 10,000 cell objects and parsed every row anew, though one row had changed.
  'ink/build/output.js': {
    by: 'ink-output',
    sha256: '5e6c511c0a573f48cd5765d7f1f16583d2595f7b05775608382bdb990b63f225',
  },
};
