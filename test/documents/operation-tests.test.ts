import { existsSync } from 'node:fs'
import { allOperations } from '@cairn/contract'
import { describe, expect, it } from 'vitest'

const root = new URL('../operations/', import.meta.url)

describe('tests of operations', () => {
  it.each(allOperations.map(({ id, group }) => [id, group]))('has a file for %s in %s', (id = '', group) => {
    const name = id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect(existsSync(new URL(`${group}/${name}.test.ts`, root))).toBe(true)
  })
})
