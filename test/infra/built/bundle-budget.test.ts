import type { ProviderName } from '@cairn/lambda/auth/providers'
import { describe, expect, it } from 'vitest'
import type { Bundle } from '../../../infra/bundling/build.ts'
import { functionFolders } from '../../../infra/bundling/function-folders.ts'
import { builtBundle } from '../support/built-code.ts'

/** The budget of the goals function, and of each other one: what it takes, and room for some features. In KiB. */
const maximumSizes: Record<string, number> = {
  goals: 700,
  'api-tokens': 660,
  auth: 850,
  due: 795,
  events: 690,
  'goal-changes': 515,
  'goal-claims': 690,
  'goal-comments': 690,
  'goal-labels': 655,
  'goal-questions': 690,
  'goal-views': 655,
  // Declarations of all operations, by which it refuses a wrong method.
  health: 396,
  inbox: 690,
  invitations: 695,
  // Comments, reviews, watching and words of long texts, which its tools write too.
  mcp: 1_015,
  oauth: 1_430,
  notifications: 705,
  organizations: 675,
  'webhook-deliveries': 620,
  webhooks: 695,
}

const bundles = new Map(
  await Promise.all(functionFolders().map(async (folder) => [folder, await builtBundle(folder)] as const)),
)

function bundleOf(folder: string): Bundle {
  const bundle = bundles.get(folder)
  if (!bundle) throw new Error(`there is no function ${folder}`)
  return bundle
}

const moduleOf = ({ files }: Bundle) => {
  const module = files.find(({ name }) => name === 'index.mjs')
  if (!module) throw new Error('nothing was built')
  return module
}

/** The files in the bundle; dependencies by the name of their package. */
function contentsOf({ metafile }: Bundle): Set<string> {
  const [output] = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint !== undefined)
  const files = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return new Set(files.map(([file]) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file))
}

describe('the size', () => {
  it('of every function has a budget', () => {
    expect(Object.keys(maximumSizes).sort()).toEqual(functionFolders())
  })

  it.each(Object.entries(maximumSizes))('of %s is at most %i KiB', (folder, maximum) => {
    expect(moduleOf(bundleOf(folder)).contents.length).toBeLessThanOrEqual(maximum * 1024)
  })
})

describe('the contents', () => {
  /** Code of other features that a function does not use. */
  const foreign: Record<string, RegExp> = {
    goals:
      /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|organizations\/list)/,
    'goal-labels':
      /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|goals\/(history|create|update|delete|list))/,
    'goal-views':
      /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|goals\/(history|create|update|delete|list|work)|goal-labels\/(?!label-directory|directory-entry|to-goal-label-response))/,
    // Revoking a token ends its claims.
    'api-tokens':
      /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|goals\/(?!work\/(work|claims\/(end-claims|claim-record))|record\/traits|list\/read-rows)|goal-labels\/(?!label-directory))/,
    auth: /^packages\/domain\/src\/(goals\/|goal-labels\/|organizations\/invitations\/(create|accept|list|preview|resend|revoke))/,
    organizations:
      /^packages\/domain\/src\/(goals\/(?!rules\/goal-owner|work\/(work|claims\/(end-claims|claim-record))|record\/traits|list\/read-rows)|goal-labels\/(?!label-directory)|organizations\/invitations\/(?!rules))/,
    invitations:
      /^packages\/domain\/src\/(goals|goal-labels|accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords)/,
    events:
      /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|programs\/webhooks\/(?!target)|background\/due\/|goals\/(history|create|update|delete))/,
    webhooks:
      /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|accounts\/notifications\/(?!first-digest|person)|goals\/(?!brief\/read-event-names)|goal-labels\/)/,
    notifications:
      /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|programs\/webhooks\/(?!target)|goals\/|goal-labels\/)/,
    'webhook-deliveries':
      /^packages\/domain\/src\/(accounts\/(auth|passwords)|organizations\/invitations|programs\/api-tokens|goal-labels|goals)\/(?!brief\/read-event-names)/,
    // It gives the goals of members who left to somebody else.
    due: /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register)|organizations\/invitations\/(?!state|rules)|programs\/api-tokens\/(?!active-token)|accounts\/passwords|goals\/(create|update|delete))/,
    'goal-claims':
      /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|programs\/webhooks\/(?!target)|goals\/(history|create|update|delete|work\/questions))/,
    'goal-comments':
      /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|programs\/webhooks\/(?!target)|goals\/(history|create|update|delete|work\/(usage|claims|questions)))/,
    'goal-questions':
      /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|programs\/webhooks\/(?!target)|goals\/(history|create|update|delete|work\/usage))/,
    inbox:
      /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|programs\/webhooks\/(?!target)|goals\/(history|create|update|delete|work\/usage))/,
    mcp: /^packages\/domain\/src\/(accounts\/auth\/(sign-in\/login|register|verification\/verify)|accounts\/passwords\/|organizations\/invitations\/(?!rules)|programs\/webhooks\/(?!target)|background\/due\/|goals\/delete)/,
    health:
      /^packages\/domain\/src\/(storage\/table|goals|goal-labels|accounts|organizations|programs\/(api-tokens|oauth))\//,
    'goal-changes':
      /^packages\/(contract\/src\/(operations|schemas)|domain\/src\/(accounts\/auth|organizations\/(?!members\/administrators)|programs\/api-tokens|goal-labels\/(?!label-directory)|goals\/(history|labels|create|update|list|get)))/,
  }

  it.each(Object.entries(foreign))('of %s have no code of other features', (folder, pattern) => {
    const contents = contentsOf(bundleOf(folder))
    expect([...contents].filter((file) => pattern.test(file))).toEqual([])
    for (const unused of [
      'jose',
      '@aws-sdk/client-sesv2',
      ...(folder === 'health' ? ['electrodb'] : []),
      'aws-cdk-lib',
      'vitest',
      '@smithy/credential-provider-imds',
    ]) {
      expect(contents, unused).not.toContain(unused)
    }
    expect(
      [...contents].filter((file) =>
        /credential-provider-(ini|sso|process|http|web|login|cognito)/.test(file),
      ),
    ).toEqual([])
  })

  it('include what has one purpose only in the functions that have it', () => {
    const foldersWith = (name: string) =>
      [...bundles].filter(([, bundle]) => contentsOf(bundle).has(name)).map(([folder]) => folder)
    expect(foldersWith('temporal-polyfill')).toEqual(['auth', 'due', 'notifications'])
    expect(foldersWith('@aws-sdk/client-sqs')).toEqual(['due', 'goal-changes', 'webhook-deliveries'])
    expect(foldersWith('@modelcontextprotocol/server')).toEqual(['mcp'])
    expect(foldersWith('nodemailer')).toEqual([])
    expect(foldersWith('packages/domain/src/accounts/passwords/common-passwords.json')).toEqual(['auth'])
  })

  it('of auth include the common passwords once', () => {
    const built = bundleOf('auth')
    const source = 'packages/domain/src/accounts/passwords/common-passwords.json'
    expect(contentsOf(built)).toContain(source)
    const [output] = Object.values(built.metafile.outputs).filter(({ entryPoint }) => entryPoint)
    expect(output?.inputs[source]?.bytesInOutput).toBeLessThan(90_000)
  })

  it('include the optional parts that an installation uses', async () => {
    const contents = contentsOf(await builtBundle('auth', { provider: 'jwt', email: 'ses' }))
    expect(contents).toContain('jose')
    expect(contents).toContain('@aws-sdk/client-sesv2')
    expect(contents).not.toContain('nodemailer')
  })

  it('of auth have the operations of the selected provider only', async () => {
    const operationsIn = async (provider: ProviderName) =>
      [...contentsOf(await builtBundle('auth', { provider, email: 'off' }))].filter((file) =>
        /auth\/providers\/.*-provider\.ts$|common-passwords\.json$/.test(file),
      )
    const folder = 'packages/lambda/src/auth/providers'
    expect(await operationsIn('jwt')).toEqual([])
    expect(await operationsIn('oidc')).toEqual([`${folder}/oidc/oidc-provider.ts`])
    expect((await operationsIn('email')).toSorted()).toEqual([
      'packages/domain/src/accounts/passwords/common-passwords.json',
      `${folder}/email/email-provider.ts`,
    ])
  })

  it('of auth alone include what speaks to an OpenID provider', async () => {
    const uses = { provider: 'oidc', email: 'off' } as const
    const auth = contentsOf(await builtBundle('auth', uses))
    const goals = contentsOf(await builtBundle('goals', uses))
    for (const name of ['openid-client', 'oauth4webapi', 'jose']) {
      expect(auth).toContain(name)
      expect(goals).not.toContain(name)
      expect(contentsOf(bundleOf('auth'))).not.toContain(name)
    }
  })

  it('include what speaks SMTP instead of SES, if there is an SMTP server', async () => {
    const contents = contentsOf(await builtBundle('auth', { provider: 'email', email: 'smtp' }))
    expect(contents).toContain('nodemailer')
    expect(contents).not.toContain('@aws-sdk/client-sesv2')
  })
})

describe('the import', () => {
  it('of a function without a database has no database client', () => {
    const contents = contentsOf(bundleOf('health'))
    for (const unused of ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb']) {
      expect(contents).not.toContain(unused)
    }
  })
})
