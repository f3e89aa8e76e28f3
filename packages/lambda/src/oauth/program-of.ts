import { isValidName } from '@cairn/contract/names'
import type { OAuthProgram } from '@cairn/contract/schemas/oauth'

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
const maximumNameLength = 100

/** The data of a program in the authorization server. */
type Registration = { clientId: string; clientName?: string | undefined }

/** Returns who a program is. Its name is its own word; the host of its metadata document, or the one that gets the code, is not. */
export function programOf(registration: Registration | undefined, redirectUri: unknown): OAuthProgram {
  return identified(registration, URL.parse(String(redirectUri)))
}

/** Returns who a program that shows a code is. The browser goes nowhere, so only a metadata document tells where it is. */
export function programWithCode(registration: Registration | undefined): OAuthProgram {
  return identified(registration, null)
}

function identified(registration: Registration | undefined, redirect: URL | null): OAuthProgram {
  const document = registration && URL.parse(registration.clientId)
  const isVerified = document?.protocol === 'https:'
  const host = isVerified ? document.host : hostOf(redirect)
  const name = registration?.clientName?.replaceAll(/\s+/g, ' ').trim().slice(0, maximumNameLength) ?? ''
  return {
    // A metadata document may say anything.
    name: isValidName(name) ? name : host,
    host,
    isVerified,
    isLoopback: redirect !== null && isLoopback(redirect),
  }
}

/** An app can register any scheme of its own, and so write any host after it: only the scheme says something. */
function hostOf(redirect: URL | null): string {
  if (!redirect) return ''
  return isWeb(redirect) ? redirect.host : redirect.protocol
}

/** Whether an address leads to a program on the person's own computer. */
export function isLoopback(url: URL): boolean {
  return isWeb(url) && loopback.test(url.hostname)
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}
