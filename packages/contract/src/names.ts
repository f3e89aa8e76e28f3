/**
 * What a name of a person, an organization, a goal, a label or a token may hold. Threats: a name that nobody sees, so that
 * a row of a list seems empty or two seem the same; a bidirectional override, after which the rest of a line reads
 * backwards; NUL, at which some programs end a text; ESC, with which a text commands a terminal, and U+009B, which is
 * `ESC [` in one character.
 */

/** Marks that other scripts need (LRM, RLM, embeddings and isolates) are none of them: they turn no character around. */
const neverInNames = ['\0', '\u001b', '\u009b', '\u202d', '\u202e']

/** Beside blanks, controls and formats: Hangul fillers, variation selectors, and a Braille cell without dots. */
const visible = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether the text holds a visible character and nothing that a name must not hold. */
export function isFitForName(text: string): boolean {
  return visible.test(text) && !neverInNames.some((character) => text.includes(character))
}

/** The text without what a name must not hold; it may have no visible character left. */
export function withoutUnfit(text: string): string {
  return neverInNames.reduce((rest, character) => rest.replaceAll(character, ''), text)
}
