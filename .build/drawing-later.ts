import { type ComponentProps, createElement, forwardRef, type Ref } from 'react';
import { lazy } from '../src/text/lazy.ts';
import type * as Drawing from './drawing.ts';

declare const require: (id: string) => unknown;

/*
 * Ink and the two packages of components beside it, loaded when the first of them is used: the first picture
 * is made without them. A component is called in the place of the one that stands for it, which React cannot
 * tell from the thing itself; an element around each would cost every frame.
 */
const drawing = lazy(() => require('./drawing.ts') as typeof Drawing);

type Component<Props> = (props: Props, ref?: unknown) => ReturnType<typeof createElement>;

export const render: typeof Drawing.render = (...args) => drawing().render(...args);

export const Text = (props: ComponentProps<typeof Drawing.Text>) => drawing().Text(props);

export const Box = forwardRef((props: ComponentProps<typeof Drawing.Box>, ref: Ref<unknown>) =>
  (drawing().Box as unknown as { render: Component<typeof props> }).render(props, ref),
);

export const TextInput = (props: ComponentProps<typeof Drawing.TextInput>) =>
  (drawing().TextInput as Component<typeof props>)(props);

// A class: it cannot be called.
export const table = {
  default: (props: ComponentProps<typeof Drawing.table.default>) =>
    createElement(drawing().table.default, props),
};
