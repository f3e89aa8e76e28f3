import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
const documents = tracked.filter((file) => file.endsWith('.md'))

/** Paths from the root in code font, without patterns such as `functions/<group>`. */
const pathPattern = /`((?:packages|functions|infra|test|\.ci|\.github)\/[\w./-]*)`/g
const linkPattern = /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/g

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

describe.each(documents)('%s', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8')

  it('names files that exist', () => {
    expect(namesIn(text, pathPattern).filter((name) => !existsSync(path.join(root, name)))).toEqual([])
  })

  it('links to files that exist', () => {
    const folder = path.dirname(path.join(root, document))
    expect(namesIn(text, linkPattern).filter((link) => !existsSync(path.join(folder, link)))).toEqual([])
  })
})

describe('the README', () => {
  it('shows a part of the session that a test runs', () => {
    const [, shown = ''] =
      /```console\n(.*?)```/s.exec(readFileSync(path.join(root, 'README.md'), 'utf8')) ?? []
    expect(shown).toContain('$ cairn report')
    expect(readFileSync(path.join(root, 'packages/cli/README.md'), 'utf8')).toContain(shown)
  })
})
