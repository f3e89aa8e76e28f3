import { emailAdapter } from './adapters/email.ts'
import { exampleProxyAdapter } from './adapters/example-proxy.ts'
import { bearerAdapter, headerAdapter } from './adapters/jwt.ts'
import { trustedProxyAdapter } from './adapters/trusted-proxy.ts'
import { testProvider } from './conformance.ts'

for (const adapter of [
  emailAdapter,
  trustedProxyAdapter,
  exampleProxyAdapter,
  bearerAdapter,
  headerAdapter,
]) {
  testProvider(adapter)
}
