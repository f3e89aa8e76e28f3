import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Bundle, buildFunction, bundle, bundlePlugins } from '../../../infra/bundling/build.ts'
import { functionFolders } from '../../../infra/bundling/function-folders.ts'
import { leaveOutOfProtocolLibrary } from '../../../infra/bundling/protocol-library.ts'
import { figure, markdownTable } from '../markdown-table.ts'
import type { Part } from '../part.ts'
import { settings } from '../settings.ts'
import { median } from '../statistics/percentiles.ts'
import { functionEnvironment } from '../support/function-environment.ts'
import { withTemporaryDirectory } from '../support/temporary-directory.ts'

export type ImportTime = {
  bundle: string
  kilobytes: number
  /** Medians, in milliseconds. */
  wall: number
  cpu: number
  /** Median of its times as a multiple of the bare client's in the same round. */
  wallTimesBare: number
  cpuTimesBare: number
}

type Sample = { wall: number; cpu: number }

/** The budget of the goals function, as a multiple of the bare client. */
const maximumTimesBare = 2.5

const bareClient = 'bare client'
const bareClientSource = `
  import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
  const client = new DynamoDBClient({})
  export const handler = (event) => client.send(new GetItemCommand(event))
`

export const importTime: Part<ImportTime[]> = {
  title: 'Import time',
  method:
    'The time that a cold start spends on the code of a function before the first event. A fresh process imports the built ' +
    'bundle; for comparison, a bundle of only the DynamoDB client with one command, built with the same settings. The last ' +
    'rows are the goals function, or that of MCP, without one of the plugins in `infra/bundling`. Bundles take turns in each round; medians.',
  measure: measureImports,
  tables: (rows) =>
    markdownTable(
      [
        'Bundle',
        'KB',
        'Import, ms',
        `Times bare (goals: at most ${maximumTimesBare})`,
        'CPU, ms',
        'Times bare',
      ],
      rows.map((row) => [
        row.bundle,
        figure(row.kilobytes),
        figure(row.wall, 1),
        figure(row.wallTimesBare, 2),
        figure(row.cpu, 1),
        figure(row.cpuTimesBare, 2),
      ]),
    ),
}

function measureImports(): Promise<ImportTime[]> {
  return withTemporaryDirectory(async (directory) => {
    const bundles = await writeBundles(directory)
    const samples = new Map(bundles.map(({ name }) => [name, [] as Sample[]]))
    // The first round reads the files for the first time, and is discarded.
    for (let round = 0; round <= settings.imports.rounds; round++) {
      for (const { name, file } of bundles) {
        const sample = await importInFreshProcess(file)
        if (round > 0) samples.get(name)?.push(sample)
      }
    }
    const bare = samples.get(bareClient) ?? []
    return bundles.map(({ name, bytes }) => {
      const own = samples.get(name) ?? []
      const timesBare = (unit: keyof Sample) =>
        median(own.map((sample, round) => sample[unit] / (bare[round]?.[unit] ?? Number.NaN)))
      return {
        bundle: name,
        kilobytes: bytes / 1024,
        wall: median(own.map(({ wall }) => wall)),
        cpu: median(own.map(({ cpu }) => cpu)),
        wallTimesBare: timesBare('wall'),
        cpuTimesBare: timesBare('cpu'),
      }
    })
  })
}

async function writeBundles(directory: string) {
  const uses = { provider: 'email', email: 'off' } as const
  const folders = settings.imports.folders ?? functionFolders()
  const sources: [name: string, build: () => Promise<Bundle>][] = [
    [bareClient, () => bundle(bareClientSource, uses)],
    ...folders.map((folder): [string, () => Promise<Bundle>] => [folder, () => buildFunction(folder, uses)]),
    ...bundlePlugins(uses).map(({ name }): [string, () => Promise<Bundle>] => {
      // Only one function has that library.
      const folder = name === leaveOutOfProtocolLibrary.name ? 'mcp' : 'goals'
      const others = bundlePlugins(uses, folder).filter((plugin) => plugin.name !== name)
      return [`${folder} without ${name}`, () => buildFunction(folder, uses, others)]
    }),
  ]
  const bundles: { name: string; file: string; bytes: number }[] = []
  for (const [name, build] of sources) {
    const { files } = await build()
    const module = files.find((file) => file.name === 'index.mjs')
    if (!module) throw new Error(`Nothing was built for ${name}.`)
    const folder = path.join(directory, name.replaceAll(' ', '-'))
    await mkdir(folder)
    const file = path.join(folder, 'index.mjs')
    await writeFile(file, module.contents)
    bundles.push({ name, file, bytes: module.contents.length })
  }
  return bundles
}

const timing = `
  const cpu = process.cpuUsage()
  const start = performance.now()
  await import(process.argv[1])
  const wall = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  console.log(JSON.stringify({ wall, cpu: (user + system) / 1000 }))
`

async function importInFreshProcess(file: string): Promise<Sample> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', timing, file],
    { env: functionEnvironment },
  )
  return JSON.parse(stdout)
}
