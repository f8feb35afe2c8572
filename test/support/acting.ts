import { type ConsoleUnderTest, KEYS } from './console.ts';

/** Types `text` as one chunk after a moment of quiet. */
export async function typeSlowly(test: ConsoleUnderTest, text: string): Promise<void> {
  await test.pass(200);
  await test.press(text);
}

/** Presses keys one by one, each after a moment of quiet. */
export async function pressSlowly(
  test: ConsoleUnderTest,
  ...keys: readonly string[]
): Promise<void> {
  for (const key of keys) await typeSlowly(test, key);
}

/** Types the id in the dialog no faster than by hand. */
export async function typeId(test: ConsoleUnderTest, id: string): Promise<void> {
  await typeSlowly(test, id.slice(0, 1));
  await test.pass(400);
  await test.press(id.slice(1));
}

/** Opens the dialog on the application `id` and types its id. */
export async function openDeletion(test: ConsoleUnderTest, id: string): Promise<void> {
  await pressSlowly(test, ':', `delete ${id}`, KEYS.enter);
  await typeId(test, id);
}

/** Deletes the application `id` by keys, up to the end of the countdown. */
export async function deleteByHand(test: ConsoleUnderTest, id: string): Promise<void> {
  await openDeletion(test, id);
  await pressSlowly(test, KEYS.ctrlY);
  await test.pass(5000);
}

/** Fills the form for the script under the cursor, pasting the value, without sending it. */
export async function fillVariable(
  test: ConsoleUnderTest,
  name: string,
  value: string,
): Promise<void> {
  await pressSlowly(test, 'a', name, KEYS.tab, KEYS.tab);
  if (value !== '') await test.paste(value);
}

/** Fills the form and sends it, also while the connection is down. */
export async function addVariable(
  test: ConsoleUnderTest,
  name: string,
  value: string,
): Promise<void> {
  await fillVariable(test, name, value);
  await pressSlowly(test, KEYS.ctrlY);
  const isWarned = (await test.text()).includes(' The connection is down: ');
  if (!isWarned) return;
  await test.pass(1000);
  await test.press(KEYS.ctrlY);
}
