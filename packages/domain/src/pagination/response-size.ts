/**
 * The maximum response of a Lambda function, in bytes ("Response payload size exceeded maximum allowed payload size
 * (6291556 bytes)."). Lambda counts the response object as JSON, in which the body is a string: each `"` and `\` of the
 * body is escaped again, so a control character in a goal's text (`\u0001`) takes seven bytes.
 */
export const responseLimitBytes = 6_291_556

/** Reserved for everything but the elements: status, headers, cookies, the cursor. */
const envelopeBytes = 32 * 1024

const elementsLimitBytes = responseLimitBytes - envelopeBytes

/** The maximum for one UTF-16 code unit of a body: 2 if it is escaped, 3 beyond ASCII. */
const maximumBytesPerUnit = 3

/**
 * Returns how many of a page's first elements fit into one response; at least 1 if there are any. The largest element,
 * a goal of 256 KiB with 20 labels, takes less than 1 MiB (`test/contract/list-sizes.test.ts`).
 */
export function countThatFits(elements: readonly unknown[]): number {
  // A cheap upper bound: nearly every page fits.
  if (JSON.stringify(elements).length * maximumBytesPerUnit <= elementsLimitBytes) return elements.length
  let bytes = 0
  const firstTooMany = elements.findIndex((element) => {
    bytes += bytesInResponse(element)
    return bytes > elementsLimitBytes
  })
  return firstTooMany === -1 ? elements.length : Math.max(1, firstTooMany)
}

/** The size of an element in the response object, including the comma after it. */
function bytesInResponse(element: unknown): number {
  const quotes = 2
  const comma = 1
  return Buffer.byteLength(JSON.stringify(JSON.stringify(element))) - quotes + comma
}
