/**
 * Words of writing systems without spaces are single characters: Chinese, Japanese, Thai, Lao, Khmer, Burmese. A query of
 * several characters then means goals with all of them.
 */
const spaceless = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*`
const wordPattern = new RegExp(`${spaceless}|(?:(?!${spaceless})[\\p{L}\\p{N}\\p{M}])+`, 'gu')

/** A word in a key is cut to this many characters, so that no key is too long. */
export const maximumKeyCharacters = 64

/** The distinct words of texts, sorted, without regard to case or to the form in which characters are encoded. */
export function wordsOf(...texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.normalize('NFKC').toLowerCase().match(wordPattern) ?? [])
  return [...new Set(words)].sort()
}

/** The beginning of a word that keys contain. */
export function keyWord(word: string): string {
  return [...word].slice(0, maximumKeyCharacters).join('')
}
