/**
 * Lambda fails an invocation whose response is larger than this, in bytes ("Response payload size exceeded maximum
 * allowed payload size (6291556 bytes)."). It counts the response object as JSON, in which the body is a string: each
 * `"` and `\` of the body is escaped once more, so that a control character of a goal's text (`\u0001`) takes seven bytes.
 */
export const responseLimitInBytes = 6_291_556

/** Kept free for what is not the elements: status, headers, cookies, the cursor. */
const envelopeInBytes = 32 * 1024

const elementsLimitInBytes = responseLimitInBytes - envelopeInBytes

/** At most, for one UTF-16 code unit of a body: two for an escaped one, three for one beyond ASCII. */
const mostBytesPerUnit = 3

/**
 * How many of a page's elements fit into one response, from the first. At least one, where there is any: the largest
 * element, a goal of 256 KiB with 20 labels, takes less than 1 MiB (`test/contract/list-sizes.test.ts`).
 */
export function countThatFits(elements: readonly unknown[]): number {
  // Nearly every page fits, whatever is in it.
  if (JSON.stringify(elements).length * mostBytesPerUnit <= elementsLimitInBytes) return elements.length
  let bytes = 0
  const tooMuch = elements.findIndex((element) => {
    bytes += bytesInResponse(element)
    return bytes > elementsLimitInBytes
  })
  return tooMuch === -1 ? elements.length : Math.max(1, tooMuch)
}

/** What an element takes in the response object, with the comma behind it. */
function bytesInResponse(element: unknown): number {
  const quotes = 2
  const comma = 1
  return Buffer.byteLength(JSON.stringify(JSON.stringify(element))) - quotes + comma
}
