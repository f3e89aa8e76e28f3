/**
 * Malicious Markdown can make a parser run forever or overflow its stack: thousands of nested quotes, or brackets and stars
 * that never close. Such text, and very long text, is shown as plain text.
 */
const maximumCharacters = 100_000
const maximumNesting = 24
const maximumOpenMarks = 3_000

/** Too many quote or list marks at the start of a line, or too much indentation. */
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
