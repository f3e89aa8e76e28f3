import { createSessionCookie } from '../../cookies/session-cookie.ts'
import type { ProviderDescriptor } from '../../provider-descriptor.ts'
import { createEmailSessionReader } from './email-session-reader.ts'

/** The built-in provider: address and password, and a session cookie of the service. */
export const emailDescriptor = {
  readConfiguration: () => ({}),
  createSessionReader: (_configuration, webOrigin) =>
    createEmailSessionReader(createSessionCookie(webOrigin)),
  isProxy: false,
  deployment: { variables: {}, packages: [], signInPackages: [] },
} as const satisfies ProviderDescriptor
