import path from 'node:path'
import { Argument, type Command } from 'commander'
import type { Context } from '../../context.ts'
import { exitCodes, usageError } from '../../exit-codes.ts'
import { oneLine } from '../../output/escape.ts'
import type { Run } from '../../run.ts'
import { findOrigin } from '../../settings/credentials.ts'
import { writeConfig } from './config-file.ts'
import { type Edit, editOf, type Mode } from './edit.ts'
import { type ProductId, productIds, products } from './products.ts'

type Options = { check?: true; remove?: true; work?: true; token?: true; user?: true; folder?: string }

export function addSetupCommand(program: Command, run: Run): void {
  program
    .command('setup')
    .description('connect an agent: writes the MCP server and a hook into the configuration of a product')
    .addArgument(new Argument('<product>', 'the product that runs the agent').choices(productIds))
    .option('--check', 'say what is there, and change nothing')
    .option('--remove', 'take out what setup has written: the files are then as they were')
    .option('--work', 'the tools of an agent that works on goals, at /mcp/work')
    .option('--token', 'use the token of CAIRN_TOKEN where nobody can sign in; the files have only its name')
    .option('--user', 'for all your projects; Codex always')
    .option('--folder <folder>', 'the folder of the project; default: the current one')
    .action(run(setup))
}

async function setup(context: Context, productId: ProductId, options: Options): Promise<void> {
  const { check = false, remove = false } = options
  if (check && remove) throw usageError('Use --check or --remove, not both.')
  const mode: Mode = remove ? 'remove' : 'add'
  const product = products[productId]
  const origin = await originOf(context, remove)
  const address = `${origin}/mcp${options.work ? '/work' : ''}`
  const place = {
    environment: context.environment,
    folder: path.resolve(options.folder ?? process.cwd()),
    isUser: options.user === true,
  }
  const changes = product.changes({ address, origin, hasToken: options.token === true }, place)
  // Every file is understood before one is written.
  const edits: Edit[] = []
  for (const change of changes) edits.push(await editOf(change, mode))
  if (check) return showCheck(context, productId, edits)
  await writeAll(edits.filter(({ state }) => state !== 'unchanged'))
  if (context.json) {
    return context.printJson({ product: productId, files: edits.map(({ file, state }) => ({ file, state })) })
  }
  await context.print(...edits.map(({ file, state }) => `${verbs[state]} ${oneLine(file)}`))
  if (mode === 'add' && edits.some(({ state }) => state !== 'unchanged')) context.note(product.next)
}

const verbs = { added: 'Added to', changed: 'Changed', removed: 'Removed from', unchanged: 'Unchanged:' }

/** Returns the origin for the entries. A removal finds its entries without the address. */
async function originOf({ environment, options }: Context, isRemoved: boolean): Promise<string> {
  if (isRemoved) return 'https://cairn.example.com'
  const origin = await findOrigin(environment, options)
  // It becomes a part of a command that a shell runs.
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(origin)) throw usageError(`Not an origin: ${origin}`)
  return origin
}

async function showCheck(context: Context, product: ProductId, edits: readonly Edit[]): Promise<void> {
  if (edits.some(({ state }) => state !== 'unchanged')) context.endWith(exitCodes.failed)
  const files = edits.map(({ file, state }) => ({ file, state: checks[state] }))
  if (context.json) return context.printJson({ product, files })
  await context.print(...files.map(({ file, state }) => `${state}: ${oneLine(file)}`))
}

const checks = { added: 'missing', changed: 'different', removed: 'present', unchanged: 'present' }

/** Writes all files or none. */
async function writeAll(edits: readonly Edit[]): Promise<void> {
  const written: Edit[] = []
  try {
    for (const edit of edits) {
      await writeConfig(edit.file, edit.after)
      written.push(edit)
    }
  } catch (error) {
    for (const { file, before } of written) await writeConfig(file, before)
    throw error
  }
}
