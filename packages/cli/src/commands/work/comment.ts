import type { CreateGoalCommentRequest } from '@cairn/client'
import type { Command } from 'commander'
import { goalIdIn, idempotencyKey, several, textOf, wholeNumber } from '../../arguments.ts'
import type { Connection, Context } from '../../context.ts'
import { oneLine } from '../../output/escape.ts'
import { ownerIn } from '../../people.ts'
import type { Run } from '../../run.ts'

type Options = { revision?: number; mention?: string[]; key?: string }

export function addCommentCommand(program: Command, run: Run): void {
  program
    .command('comment')
    .description('comment on a goal, or on one of its reports; needs the scope comments:write')
    .argument('<goal>', 'its id or page', goalIdIn)
    .argument('[text]', 'the comment, in Markdown; - or nothing reads it from standard input', '-')
    .option('--revision <number>', 'the report that it is about', wholeNumber)
    .option('--mention <user>', 'a member by name, address or id; repeatable', several)
    .option('--key <key>', 'idempotency key: the same key and content comment once', idempotencyKey)
    .action(run(comment))
}

async function comment(context: Context, goalId: string, text: string, options: Options): Promise<void> {
  const connection = await context.connect()
  const body = await commentOf(context, connection, text, options)
  const written = await connection.cairn.comment(goalId, body, { idempotencyKey: options.key })
  if (context.json) return context.printJson(written)
  const { length } = written.notifiedUserIds
  await context.print(`Commented. ${toldWords(length)}.`, oneLine(written.comment.id))
}

function toldWords(count: number): string {
  if (count === 0) return 'Nobody is told'
  return count === 1 ? '1 person is told' : `${count} people are told`
}

async function commentOf(
  { io }: Context,
  { cairn }: Connection,
  text: string,
  { revision, mention }: Options,
): Promise<CreateGoalCommentRequest> {
  const mentionedUserIds: string[] = []
  for (const name of mention ?? []) mentionedUserIds.push(await ownerIn(cairn, name))
  return {
    text: text === '-' ? await textOf(text, io) : text,
    ...(revision !== undefined && { reportRevision: revision }),
    ...(mention && { mentionedUserIds }),
  }
}
