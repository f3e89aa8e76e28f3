/**
 * Markdown can be written so that reading it takes for ever, or goes deeper than the stack: thousands of quotes in
 * each other, or brackets and stars that never close. Nobody writes that to be read. Such a text, or one longer than
 * a book chapter, is shown as it was typed.
 */
const maximumCharacters = 100_000
const maximumNesting = 24
const maximumOpenMarks = 3_000

/** More quote or list marks at the beginning of one line than anybody needs, or an indentation as deep. */
const deepNesting = new RegExp(
  `^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${maximumNesting},}|^[ \\t]{${maximumNesting * 4},}\\S`,
  'm',
)
const pairedMarks = /[[\]*_~`<]/g

export function isTooComplex(text: string): boolean {
  if (text.length > maximumCharacters) return true
  if (deepNesting.test(text)) return true
  let marks = 0
  for (const _ of text.matchAll(pairedMarks)) {
    marks += 1
    if (marks > maximumOpenMarks) return true
  }
  return false
}
