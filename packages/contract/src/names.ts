/**
 * Which characters the name of a person, an organization, a goal, a label or a token may contain. Threats: an invisible
 * name, which makes a list row look empty or two rows look the same; a bidirectional override, which reverses the rest
 * of a line; NUL, which ends the text in some programs; ESC, which starts a terminal command, and U+009B, which stands
 * for ESC and `[`.
 */

/** LRM, RLM, embeddings and isolates are allowed: many scripts need them, and they do not reverse characters. */
const forbiddenInNames = ['\0', '\u001b', '\u009b', '\u202d', '\u202e']

/** Invisible: white space, controls, format characters, Hangul fillers, variation selectors, the blank Braille cell. */
const visible = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** A pattern of text without forbidden characters, for the OpenAPI document. */
export const allowedInNames = '^[^\\u0000\\u001b\\u009b\\u202d\\u202e]*$'

/** Whether the text contains a visible character and no forbidden one. */
export function isValidName(text: string): boolean {
  return visible.test(text) && !forbiddenInNames.some((character) => text.includes(character))
}

/** Removes the forbidden characters. The result may have no visible character. */
export function removeForbiddenCharacters(text: string): string {
  return forbiddenInNames.reduce((rest, character) => rest.replaceAll(character, ''), text)
}

/** Puts a space in place of each run of line breaks, so that a name has one line wherever it appears. */
export function foldLineBreaks(text: string): string {
  return text.replaceAll(/[\n\v\f\r\u2028\u2029]+/g, ' ')
}
