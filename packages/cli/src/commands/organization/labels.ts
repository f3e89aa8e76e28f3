import type { GoalLabel } from '@cairn/client'
import type { Command } from 'commander'
import { idempotencyKey } from '../../arguments.ts'
import type { Context } from '../../context.ts'
import { usageError } from '../../exit-codes.ts'
import { oneLine } from '../../output/escape.ts'
import { table } from '../../output/table.ts'
import type { Run } from '../../run.ts'
import { findLabels } from '../goal/labels-by-name.ts'

type Options = { name?: string; color?: string | false; description?: string | false; key?: string }

export function addLabelsCommands(program: Command, run: Run): void {
  const labels = program.command('labels').description('list the labels of the organization, or change them')
  labels.action(run(listLabels))
  labels
    .command('create')
    .description('create a label')
    .argument('<name>', 'at most 64 characters')
    .option('--color <color>', 'such as #4b8b4f')
    .option('--description <text>', 'what it is for, at most 500 characters')
    .option('--key <key>', 'idempotency key: the same key and content create one label', idempotencyKey)
    .action(run(createLabel))
  labels
    .command('edit')
    .description('change a label; goals show the change at once')
    .argument('<label>', 'its name or id')
    .option('--name <text>', 'at most 64 characters')
    .option('--color <color>', 'such as #4b8b4f')
    .option('--no-color', 'remove the color')
    .option('--description <text>', 'what it is for, at most 500 characters')
    .option('--no-description', 'remove the description')
    .action(run(editLabel))
  labels
    .command('delete')
    .description('delete a label that no goal uses')
    .argument('<label>', 'its name or id')
    .action(run(deleteLabel))
}

async function listLabels(context: Context): Promise<void> {
  const { cairn } = await context.connect()
  const labels: GoalLabel[] = []
  for await (const label of cairn.labels()) labels.push(label)
  if (context.json) return context.printJson({ labels })
  if (labels.length === 0) return context.print('There are no labels.')
  await context.print(
    ...table(
      labels.map(({ id, name, description }) => [oneLine(id), oneLine(name), oneLine(description ?? '')]),
    ),
  )
}

async function createLabel(context: Context, name: string, options: Options): Promise<void> {
  const { cairn } = await context.connect()
  const { label } = await cairn.createGoalLabel(
    { body: { name, ...textsOf(options) } },
    { idempotencyKey: options.key },
  )
  if (context.json) return context.printJson({ label })
  await context.print(`Created "${oneLine(label.name)}".`, oneLine(label.id))
}

async function editLabel(context: Context, argument: string, options: Options): Promise<void> {
  const { name } = options
  const body = { ...(name !== undefined && { name }), ...textsOf(options) }
  if (Object.keys(body).length === 0) throw usageError('Use --name, --color or --description.')
  const { cairn } = await context.connect()
  const [labelId = ''] = await findLabels(cairn, [argument])
  const { label } = await cairn.updateGoalLabel({ params: { labelId }, body })
  if (context.json) return context.printJson({ label })
  await context.print(`Changed "${oneLine(label.name)}".`)
}

/** Returns the given texts; null removes one. */
function textsOf({ color, description }: Options) {
  return {
    ...(color !== undefined && { color: color === false ? null : color }),
    ...(description !== undefined && { description: description === false ? null : description }),
  }
}

async function deleteLabel(context: Context, name: string): Promise<void> {
  const { cairn } = await context.connect()
  const [labelId = ''] = await findLabels(cairn, [name])
  await cairn.deleteGoalLabel({ params: { labelId } })
  if (context.json) return context.printJson({ labelId })
  await context.print(`Deleted "${oneLine(name)}".`)
}
