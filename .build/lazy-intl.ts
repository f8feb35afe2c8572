const { ListFormat, Segmenter } = Intl;

/** A class of Intl whose tables are loaded when its method is first called. */
const lazy = (Class: new (...args: never[]) => object, method: string) =>
  class {
    constructor(...args: never[]) {
      let made: unknown;
      Object.assign(this, {
        [method](text: unknown) {
          made ??= new Class(...args);
          return (made as Record<string, (text: unknown) => unknown>)[method]?.(text);
        },
      });
    }
  };

export const LazySegmenter = lazy(Segmenter, 'segment') as typeof Segmenter;
export const LazyListFormat = lazy(ListFormat, 'format') as typeof ListFormat;
