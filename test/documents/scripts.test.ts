import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const manifests = globSync(['package.json', '{packages/*,functions,infra,test}/package.json'], { cwd: root })

/** Characters that sh and cmd read differently: quotes, variables, pipes, redirection, grouping, assignments. `&&` means the same in both. */
const shellSyntax = /['"`$%|<>(){};~\\]|(?<!&)&(?!&)|^\w+=|&& *\w+=/

describe.each(manifests)('%s', (manifest) => {
  const { scripts = {} } = JSON.parse(readFileSync(path.join(root, manifest), 'utf8'))

  it('has scripts that mean the same in every shell', () => {
    expect(Object.values<string>(scripts).filter((script) => shellSyntax.test(script))).toEqual([])
  })
})
