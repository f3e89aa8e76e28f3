import { isEmailLine } from './people/logged-emails.ts'

/** Every secret used by the tests of this process: passwords, cookies, tokens of links, API tokens. */
const used = new Set<string>()

/** A shorter text may be in a log by chance. */
const shortestSecret = 12

export function noteSecret(secret: string | undefined): void {
  if (secret !== undefined && secret.length >= shortestSecret) used.add(secret)
}

/** A `fetch` that notes the secrets the service returns: API tokens and invitation links. */
export async function fetchNotingSecrets(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const bytes = await response.arrayBuffer()
  const text = Buffer.from(bytes).toString('latin1')
  noteSecret(/"secret":"([^"]+)"/.exec(text)?.[1])
  noteSecret(/"acceptUrl":"[^"]*\/invitations\/([^"]+)"/.exec(text)?.[1])
  // Not a clone: two readers of one stream take longer than the stream.
  return new Response(bytes.byteLength === 0 ? null : bytes, response)
}

/** Returns a secret that a test has used and the text has. */
export function usedSecretIn(text: string): string | undefined {
  return [...used].find((secret) => text.includes(secret))
}

/** Throws if a line of the log other than an email has a secret. Every test service calls it when it stops. */
export function requireNoSecretIn(lines: readonly string[]): void {
  for (const line of lines) {
    if (isEmailLine(line)) continue
    if (usedSecretIn(line)) throw new Error(`A secret that a test used is in the log: ${line}`)
  }
}
