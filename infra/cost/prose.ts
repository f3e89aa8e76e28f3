/**
 * Text of made-up words, another with each number and the same in every run. It compresses to about a quarter, as a page
 * of written goals does; a repeated sentence would nearly vanish.
 */
export function prose(number: number, length: number): string {
  const random = randomFrom(number)
  let text = ''
  while (text.length < length) text += `${vocabulary[random(vocabulary.length)]} `
  return text.slice(0, length)
}

/** Whole numbers below `bound`, by the linear congruential generator of Numerical Recipes. */
function randomFrom(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

const vocabulary = createVocabulary(1_500)

function createVocabulary(size: number): string[] {
  const random = randomFrom(1)
  const letters = 'eeeeetttaaaooiinnsshhrrdlucmfywgpbvk'
  const word = () => Array.from({ length: 2 + random(8) }, () => letters[random(letters.length)]).join('')
  return Array.from({ length: size }, word)
}
