import { fileURLToPath } from 'node:url'
import { type ProviderName, providerNames, providers } from '@cairn/lambda/auth/providers'
import type { Plugin } from 'esbuild'

/** An empty module. */
export const nothing = fileURLToPath(new URL('stand-ins/nothing.cjs', import.meta.url))

const neverImportedPattern =
  /^(?:@aws-sdk\/credential-provider-(?:cognito-identity|http|ini|login|process|sso|web-identity)|@smithy\/credential-provider-imds|@smithy\/core\/event-streams|bowser)$/

/**
 * Leaves out modules that the SDK imports dynamically in cases that Lambda does not have: it provides credentials in the
 * environment, and is not a browser.
 */
export const leaveOutNeverImported: Plugin = {
  name: 'never-imported',
  setup: (build) => {
    build.onResolve({ filter: neverImportedPattern }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: nothing } : undefined,
    )
  },
}

/** The optional features of an installation. Its functions are built without the others. */
export type Uses = {
  /** The authentication provider. */
  provider: ProviderName
  /** How it sends emails. */
  email: 'ses' | 'smtp' | 'off'
}

const packagesOf = (provider: ProviderName): readonly string[] => providers[provider].deployment.packages
const signInPackagesOf = (provider: ProviderName): readonly string[] =>
  providers[provider].deployment.signInPackages

/** The operations of a provider: `providers/trusted-proxy/trusted-proxy-provider.ts` of `trusted_proxy`. */
const operationsPattern = /\/providers\/([a-z-]+)\/\1-provider\.ts$/

/**
 * Leaves out packages and providers that the installation, or a function, does not use. Code that is not there cannot be attacked.
 *
 * @param folder  The function's. Undefined: any but that of sign-ins.
 */
export function leaveOutUnused(uses: Uses, folder?: string): Plugin {
  const { provider } = uses
  const used = [
    ...packagesOf(provider),
    ...(folder === 'auth' ? signInPackagesOf(provider) : []),
    // The library of the authorization server signs with it, whatever the provider.
    ...(folder === 'oauth' ? ['jose'] : []),
  ]
  const all = providerNames.flatMap((name) => [...packagesOf(name), ...signInPackagesOf(name)])
  const unused = all.filter((name) => !used.includes(name))
  if (uses.email !== 'ses') unused.push('@aws-sdk/client-sesv2')
  if (uses.email !== 'smtp') unused.push('nodemailer')
  return {
    name: 'unused-features',
    setup: (build) => {
      // Go's regular expressions, which filter, know no back references.
      build.onResolve({ filter: /\/providers\/[a-z-]+\/[a-z-]+-provider\.ts$/ }, ({ path }) => {
        const [, folder] = operationsPattern.exec(path) ?? []
        return folder === undefined || folder.replaceAll('-', '_') === provider
          ? undefined
          : { path: nothing }
      })
      for (const name of unused) {
        build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: nothing }))
      }
    },
  }
}
