/** The languages of the web app, of emails, and of the pages that the service itself shows. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

const isLanguage = (tag: string | undefined): tag is Language =>
  languages.some((language) => language === tag)

/**
 * Returns the first language of a reader that is one of ours; undefined if none is.
 * @param preferred  Language tags such as `de-AT`, preferred first, as in `navigator.languages`.
 */
export function firstLanguageOf(preferred: readonly string[]): Language | undefined {
  return preferred.map((tag) => tag.split(/[-_]/)[0]?.toLowerCase()).find(isLanguage)
}

/** More are more than anybody speaks: the header comes from anybody. */
const readTags = 20

/** Returns the preferred language of an `Accept-Language` header (RFC 9110, 12.5.4); undefined if it names none of ours. */
export function languageOfHeader(header: string | undefined): Language | undefined {
  const ranges = (header ?? '').split(',', readTags).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
    return { tag, weight: weight === undefined ? 1 : Number(weight) }
  })
  const wanted = ranges.filter(({ weight }) => weight > 0)
  // Equal weights stay in the order of the header.
  return firstLanguageOf(wanted.sort((left, right) => right.weight - left.weight).map(({ tag }) => tag))
}
