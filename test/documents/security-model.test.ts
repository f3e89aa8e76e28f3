import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. In every section those of level 3 come last. */
const requirementsInSection: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
}

const requirements = Object.entries(requirementsInSection).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)

/** The requirements that a name stands for: `6.2.1`, `6.2.5–6.2.9`, a section such as `4.3`, or a chapter such as `V17`. */
function expand(name: string): string[] {
  const [first = '', last] = name.split('–')
  if (last === undefined) {
    const prefix = first.startsWith('V') ? first.slice(1) : first
    return /^\d+\.\d+\.\d+$/.test(first)
      ? [first]
      : requirements.filter((requirement) => requirement.startsWith(`${prefix}.`))
  }
  const section = first.slice(0, first.lastIndexOf('.'))
  const numberOf = (requirement: string) => Number(requirement.slice(section.length + 1))
  const length = numberOf(last) - numberOf(first) + 1
  return Array.from({ length }, (_, index) => `${section}.${numberOf(first) + index}`)
}

const namesIn = (bold: string) => bold.split(', ').flatMap(expand)

const document = await readFile(`${root}SECURITY.md`, 'utf8')
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('| **'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

describe('SECURITY.md', () => {
  it('names every requirement of levels 1 and 2 of ASVS 5.0, and no other', () => {
    expect(requirements).toHaveLength(253)
    const named = [...document.matchAll(/\*\*([V\d][\d.,– ]*)\*\*/g)].flatMap(([, names = '']) =>
      namesIn(names),
    )
    expect([...new Set(named)].sort()).toEqual([...requirements].sort())
  })

  it('names each requirement in at most one row', () => {
    const named = rows.flatMap(([, cell = '']) => namesIn(/\*\*(.*?)\*\*/.exec(cell)?.[1] ?? ''))
    expect(named.filter((name, index) => named.indexOf(name) !== index)).toEqual([])
  })

  it('names only existing files, and only tests in the column of tests', () => {
    const paths = [...document.matchAll(/`((?:packages|functions|infra|test)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(paths.length).toBeGreaterThan(150)
    expect(paths.filter((path) => !existsSync(root + path))).toEqual([])
    for (const [, , , tests = ''] of rows) {
      expect(tests).toMatch(/^(?:–|`[\w./-]+\.test\.ts`(?:, `[\w./-]+\.test\.ts`)*)$/)
    }
  })
})
