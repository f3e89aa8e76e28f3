import type { ProviderName } from '@cairn/lambda/auth/providers'
import { emailAdapter } from './adapters/email.ts'
import { exampleProxyAdapter } from './adapters/example-proxy.ts'
import { bearerAdapter, headerAdapter } from './adapters/jwt.ts'
import { oidcAdapter } from './adapters/oidc.ts'
import { trustedProxyAdapter } from './adapters/trusted-proxy.ts'
import { testProvider } from './conformance.ts'
import type { ProviderAdapter } from './support/provider-under-test.ts'

/** A provider without an adapter is a type error. */
const adapters: Record<ProviderName, [ProviderAdapter, ...ProviderAdapter[]]> = {
  email: [emailAdapter],
  trusted_proxy: [trustedProxyAdapter, exampleProxyAdapter],
  jwt: [bearerAdapter, headerAdapter],
  oidc: [oidcAdapter],
}

for (const adapter of Object.values(adapters).flat()) testProvider(adapter)
