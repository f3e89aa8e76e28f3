import { describe, expect, it } from 'vitest'
import { type Bundle, buildFunction } from '../../../infra/bundling/build.ts'

/** The budget of a function's bundle. */
const maximumBytes = 550 * 1024
const least = { provider: 'email', email: false } as const

const goals = await buildFunction('goals', least)

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
  it('of the goals function is at most 550 KB', () => {
    expect(moduleOf(goals).contents.length).toBeLessThanOrEqual(maximumBytes)
  })
})

describe('the contents', () => {
  /** Code of other features that a function does not use. */
  const foreign: Record<string, RegExp> = {
    goals:
      /^packages\/domain\/src\/(auth\/(login|register|verify)|passwords\/|invitations\/(?!rules)|organizations\/list)/,
    'goal-labels':
      /^packages\/domain\/src\/(auth\/(login|register|verify)|passwords\/|invitations\/(?!rules)|goals\/(history|create|update|delete|list))/,
    'api-tokens':
      /^packages\/domain\/src\/(auth\/(login|register|verify)|passwords\/|invitations\/(?!rules)|goals\/|goal-labels\/)/,
    auth: /^packages\/domain\/src\/(goals\/|goal-labels\/|invitations\/(?!rules))/,
    organizations: /^packages\/domain\/src\/(goals\/|goal-labels\/|invitations\/(?!rules))/,
    invitations: /^packages\/domain\/src\/(goals|goal-labels|auth\/(login|register|verify)|passwords)/,
    health: /^packages\/domain\/src\/(table|goals|goal-labels|invitations|auth|organizations|api-tokens)\//,
    'goal-changes':
      /^packages\/(contract\/src\/(operations|schemas)|domain\/src\/(auth|invitations|organizations|api-tokens|goal-labels|goals\/(history|labels|create|update|list|get)))/,
  }

  it.each(Object.entries(foreign))('of %s have no code of other features', async (folder, pattern) => {
    const contents = contentsOf(await buildFunction(folder, least))
    expect([...contents].filter((file) => pattern.test(file))).toEqual([])
    for (const unused of [
      'jose',
      '@aws-sdk/client-sesv2',
      'electrodb',
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

  it('of auth include the common passwords once', async () => {
    const built = await buildFunction('auth', least)
    const source = 'packages/domain/src/passwords/common-passwords.ts'
    expect(contentsOf(built)).toContain(source)
    const [output] = Object.values(built.metafile.outputs).filter(({ entryPoint }) => entryPoint)
    expect(output?.inputs[source]?.bytesInOutput).toBeLessThan(80_000)
  })

  it('include the optional parts that an installation uses', async () => {
    const contents = contentsOf(await buildFunction('auth', { provider: 'jwt', email: true }))
    expect(contents).toContain('jose')
    expect(contents).toContain('@aws-sdk/client-sesv2')
  })
})

describe('the import', () => {
  it('of a function without a database has no database client', async () => {
    const contents = contentsOf(await buildFunction('health', least))
    for (const unused of ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb']) {
      expect(contents).not.toContain(unused)
    }
  })
})
