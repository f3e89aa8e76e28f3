import { expect } from 'vitest'

/**
 * Sends a request during a fault, and after `endFault` the very same one again if the first got 503. Then it must succeed:
 * "200 or 503" alone hides what the first has used up.
 *
 * @returns The response during the fault, and that of the success: the same one if the first succeeded.
 */
export async function throughFault<Response extends { status: number }>(
  send: () => Promise<Response>,
  endFault: () => void,
): Promise<{ first: Response; served: Response }> {
  const first = await send()
  endFault()
  const served = first.status === 503 ? await send() : first
  expect(served.status, `after ${first.status}`).toBeLessThan(300)
  return { first, served }
}
