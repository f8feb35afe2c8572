const { ListFormat, Segmenter } = Intl;

/** `Intl.Segmenter`, made when the first text is cut. */
export class LazySegmenter {
  readonly segment: Intl.Segmenter['segment'];
  constructor(...args: ConstructorParameters<typeof Segmenter>) {
    let made: Intl.Segmenter | undefined;
    this.segment = (text) => {
      made ??= new Segmenter(...args);
      return made.segment(text);
    };
  }
}
/** `Intl.ListFormat`, made when a list is written. */
export class LazyListFormat {
  readonly format: Intl.ListFormat['format'];
  constructor(...args: ConstructorParameters<typeof ListFormat>) {
    this.format = (list) => new ListFormat(...args).format(list);
  }
}
