/** The names of strings that the service writes itself: ids, hashes, cursors, times, words of lists, and what errors say. */
const facts =
  /^(?:id|\w+Ids?|sha256|\w*[hH]ash|\w*[cC]ursor|at|\w+At|\w+On|asOf|\w+Date|status|health|recentHealth|attention|kind|result|evaluation|code|message|whatToDo|path|tool|scope)$/

/** Whether there is a text that members or programs have written. A string of an unknown name may be one. */
export function hasTexts(value: unknown, name = ''): boolean {
  if (typeof value === 'string') return value !== '' && !facts.test(name)
  if (Array.isArray(value)) return value.some((element) => hasTexts(element, name))
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([field, part]) => hasTexts(part, field))
}
