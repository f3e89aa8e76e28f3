import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { allOperations } from '@cairn/contract'
import { describe, expect, it } from 'vitest'

const root = new URL('../operations/', import.meta.url)
const filesOf = (group: string) => readdirSync(new URL(group, root), { recursive: true, encoding: 'utf8' })

describe('tests of operations', () => {
  it.each(allOperations.map(({ id, group }) => [id, group]))(
    'has a file for %s in %s',
    (id = '', group = '') => {
      const name = id
        .replaceAll('OAuth', 'Oauth')
        .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      expect(filesOf(group).map((file) => basename(file))).toContain(`${name}.test.ts`)
    },
  )
})
