const { ListFormat, Segmenter } = globalThis.Intl;

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

/** Two of its classes are made by packages when they are loaded, and the first of all would load tables for 9 ms. */
const lazyIntl: typeof globalThis.Intl = Object.assign(Object.create(globalThis.Intl), {
  ListFormat: lazy(ListFormat, 'format'),
  Segmenter: lazy(Segmenter, 'segment'),
});

export { lazyIntl as Intl };
