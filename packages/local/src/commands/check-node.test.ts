import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'

const complaint: (version: string, userAgent: string) => string = createRequire(import.meta.url)(
  './check-node.cjs',
)
const agent = (version: string) => `npm/10.9.9 node/v${version} linux x64 workspaces/false`

it.each(['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.21.0', '26.1.0'])(
  'is silent if npm runs on Node %s and scripts on 24',
  (version) => {
    expect(complaint('24.21.0', agent(version))).toBe('')
    expect(complaint('24.21.0', '')).toBe('')
  },
)

it.each(['18.20.8', '20.18.3', '21.7.3', '22.11.0', '8.17.0'])(
  'asks for a newer Node if npm runs on Node %s, whose install is incomplete',
  (version) => {
    expect(complaint('24.21.0', agent(version))).toBe(
      `npm runs on Node ${version}, which is too old to install Cairn. Install Node 20.19, 22.12 or newer, run \`npm ci\`, and try again.`,
    )
  },
)

it.each(['18.20.8', '22.20.0'])('asks for Node 24 if scripts run on Node %s', (version) => {
  expect(complaint(version, agent('24.21.0'))).toMatch(
    `Cairn needs Node 24, which \`npm ci\` installs, but this is Node ${version}.`,
  )
})

it('runs before the bundler', async () => {
  const { scripts } = JSON.parse(await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'))
  for (const name of ['prestart', 'pretest', 'build'])
    expect(scripts[name], name).toMatch(
      /^node packages\/local\/src\/commands\/check-node\.cjs && node packages\/web\/build\/ensure\.ts/,
    )
})
