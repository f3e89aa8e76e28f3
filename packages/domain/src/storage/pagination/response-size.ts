/**
 * The maximum response of a Lambda function, in bytes ("Response payload size exceeded maximum allowed payload size
 * (6291556 bytes)."). Lambda counts the response object as JSON, in which the body is a string: each `"` and `\` of the
 * body is escaped again, so a control character in a goal's text (`\u0001`) takes seven bytes.
 */
export const responseLimitBytes = 6_291_556

/** Reserved for everything but the elements: status, headers, cookies, the cursor. */
const envelopeBytes = 32 * 1024

const elementsLimitBytes = responseLimitBytes - envelopeBytes

/** The most that one UTF-16 code unit of text takes: a control character, `\\u0001` after both escapes. */
const maximumBytesPerUnit = 7

/** More than any number, `null`, or the punctuation around a value and its name. */
const bytesAroundValue = 32

/**
 * Returns how many of a page's first elements fit into one response; at least 1 if there are any. The largest element,
 * a goal of 256 KiB with 20 labels, takes less than 1 MiB (`test/interface/contract/list-sizes.test.ts`).
 */
export function countThatFits(elements: readonly unknown[], limitBytes = elementsLimitBytes): number {
  // Nearly every page fits.
  if (mostBytesInResponse(elements) <= limitBytes) return elements.length
  let bytes = 0
  const firstTooMany = elements.findIndex((element) => {
    bytes += bytesInResponse(element)
    return bytes > limitBytes
  })
  return firstTooMany === -1 ? elements.length : Math.max(1, firstTooMany)
}

/** A cheap upper bound for the size of a value in the response object. Serializing a page takes several times as long. */
function mostBytesInResponse(value: unknown): number {
  if (typeof value === 'string') return bytesAroundValue + value.length * maximumBytesPerUnit
  if (typeof value !== 'object' || value === null) return bytesAroundValue
  let bytes = bytesAroundValue
  if (Array.isArray(value)) for (const element of value) bytes += mostBytesInResponse(element)
  else
    for (const name in value) {
      bytes +=
        name.length * maximumBytesPerUnit + mostBytesInResponse((value as Record<string, unknown>)[name])
    }
  return bytes
}

/** The size of an element in the response object, including the comma after it. */
function bytesInResponse(element: unknown): number {
  const quotes = 2
  const comma = 1
  return Buffer.byteLength(JSON.stringify(JSON.stringify(element))) - quotes + comma
}
