import { CairnApiError, type CairnClient, type FollowedEvent } from '@cairn/client'
import { type Command, Option } from 'commander'
import { goalIdIn, wholeNumber } from '../arguments.ts'
import type { Context } from '../context.ts'
import { mayPass } from '../exit-codes.ts'
import { oneLine } from '../output/escape.ts'
import { eventLine } from '../output/words.ts'
import { type People, readPeople } from '../people.ts'
import type { Run } from '../run.ts'
import { recall, remember } from '../settings/memory.ts'

type Options = { from: 'last' | 'now' | 'start'; goal?: string; once?: true; every?: number }

/** After a failure, if nobody has said how often to ask. */
const firstPauseSeconds = 5
const longestPauseSeconds = 300

export function addWatchCommand(program: Command, run: Run): void {
  program
    .command('watch')
    .description('print what happens in the organization, without missing anything')
    .addOption(
      new Option(
        '--from <position>',
        'last: where the last watch ended, at first now; now; start: all that is kept',
      )
        .choices(['last', 'now', 'start'])
        .default('last'),
    )
    .option('--goal <goal>', 'only what happens to this goal', goalIdIn)
    .option('--once', 'print what has happened, and end')
    .option('--every <seconds>', 'how often to ask. Default: the service waits, where it can', wholeNumber)
    .action(run(watch))
}

async function watch(context: Context, options: Options): Promise<void> {
  const { cairn, origin, me: readMe } = await context.connect()
  const me = await readMe()
  let people: People | undefined
  const key = `${origin} ${me.organization.id}`
  let after = await startOf(context, cairn, key, options.from)
  let failures = 0

  async function handle({ event, cursor }: FollowedEvent): Promise<void> {
    async function print(): Promise<void> {
      if (context.json) return context.printJson({ event, cursor: cursor ?? null }, 0)
      if (!people || event.type === 'member.joined') people = await readPeople(cairn, me)
      await context.print(eventLine(event, people))
    }
    if (options.goal === undefined || event.goal?.id === options.goal) await print()
    // Kept after it was printed: a crash in between prints it again, and misses none.
    failures = 0
    if (cursor === undefined || cursor === after) return
    after = cursor
    await remember(context.environment, key, { cursor })
  }

  for (;;) {
    try {
      const following = {
        after,
        follow: !options.once,
        pauseMilliseconds: options.every && options.every * 1_000,
      }
      for await (const followed of cairn.events(following)) await handle(followed)
      return
    } catch (error) {
      if (isExpired(error) && after !== undefined) {
        context.note(
          'The last position has expired: what happened in between may be gone. Going on with the oldest event.',
        )
        after = undefined
        continue
      }
      if (options.once || !mayPass(error)) throw error
      failures++
      const seconds = Math.min((options.every ?? firstPauseSeconds) * 2 ** failures, longestPauseSeconds)
      context.note(`cairn: ${oneLine((error as Error).message)} Asking again in ${seconds} seconds.`)
      await context.io.pause(seconds * 1_000)
    }
  }
}

const isExpired = (error: unknown) => error instanceof CairnApiError && error.code === 'invalid_cursor'

/** Returns the cursor to start after; undefined for the oldest event. */
async function startOf(
  { environment }: Context,
  cairn: CairnClient,
  key: string,
  from: Options['from'],
): Promise<string | undefined> {
  if (from === 'start') return undefined
  const { cursor } = from === 'last' ? await recall(environment, key) : {}
  if (cursor !== undefined) return cursor
  // The newest event's page says where the next one will be.
  const newest = await cairn.listEvents({ query: { order: 'desc', limit: 1 } })
  await remember(environment, key, { cursor: newest.cursor })
  return newest.cursor
}
