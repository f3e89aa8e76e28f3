import type { GoalLabel } from '@cairn/client'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { oneLine } from '../output/escape.ts'
import { table } from '../output/table.ts'
import type { Run } from '../run.ts'

export function addLabelsCommand(program: Command, run: Run): void {
  program.command('labels').description('list the labels of the organization').action(run(listLabels))
}

async function listLabels(context: Context): Promise<void> {
  const { cairn } = await context.connect()
  const labels: GoalLabel[] = []
  for await (const label of cairn.labels()) labels.push(label)
  if (context.json) return context.printJson({ labels })
  if (labels.length === 0) return context.print('There are no labels.')
  await context.print(
    ...table(labels.map(({ id, name, description }) => [id, oneLine(name), oneLine(description ?? '')])),
  )
}
