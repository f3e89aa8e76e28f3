/** Returns a text, or its beginning with an ellipsis if it is longer. */
export function beginningOf(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`
}
