import { startTestService } from '../../../support/service/service.ts'
import {
  assertionFor,
  headersOf,
  proxyEnvironment,
  signed,
  signedJson,
  withField,
} from '../support/assertions.ts'
import type { Person, ProviderAdapter, Request } from '../support/provider-under-test.ts'

const userOf = ({ key, displayName, email }: Person) => ({ id: `google:${key}`, displayName, email })

/** Every request carries a session in two headers, an assertion and its signature. */
export const trustedProxyAdapter: ProviderAdapter = {
  name: 'the trusted proxy',
  start: async () => {
    const service = await startTestService({ environment: proxyEnvironment })
    const assertionOf = (person: Person, request: Request) =>
      assertionFor(request, new Date(), userOf(person))
    return {
      origin: service.origin,
      method: 'redirect',
      loginUrl: proxyEnvironment.AUTH_PROXY_LOGIN_URL,
      logoutUrl: proxyEnvironment.AUTH_PROXY_LOGOUT_URL,
      lines: service.lines,
      stop: service.stop,
      credentialOf: async (person, request) => signed(assertionOf(person, request)),
      brokenCredentialsOf: async (person, request) => {
        const assertion = assertionOf(person, request)
        const headers = signed(assertion)
        return {
          'another secret': signed(assertion, 'another secret of 32 bytes or more'),
          'no signature': headersOf(String(headers['x-service-auth-assertion']), undefined),
          'too old': signed({ ...assertion, iat: assertion.iat - 32 }),
          'another path': signed({ ...assertion, path: `${assertion.path}?a=1` }),
          'another method': signed({ ...assertion, method: 'OPTIONS' }),
          'an unverified address': signedJson(withField(assertion, 'user.emailVerified', false)),
        }
      },
    }
  },
}
