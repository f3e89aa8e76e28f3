import type { InboxItem } from '@cairn/client'
import { englishInboxWords } from '@cairn/contract/display/inbox-words'
import type { Command } from 'commander'
import { wholeNumber } from '../../arguments.ts'
import { type Context, indented } from '../../context.ts'
import { oneLine } from '../../output/escape.ts'
import { actorText, minuteOf } from '../../output/words.ts'
import type { Run } from '../../run.ts'

type Options = { all?: true; read?: string; unread?: string; readAll?: true; limit: number }

export function addInboxCommand(program: Command, run: Run): void {
  program
    .command('inbox')
    .description('what happened that concerns you, newest first: what is unread; needs the scope inbox')
    .option('--all', 'also what is read')
    .option('--read <item>', 'mark an item as read, by its id')
    .option('--unread <item>', 'mark an item as unread again')
    .option('--read-all', 'mark everything as read')
    .option('--limit <number>', 'at most so many', wholeNumber, 20)
    .action(run(inbox))
}

async function inbox(context: Context, options: Options): Promise<void> {
  const { read, unread, readAll } = options
  if (read !== undefined) return mark(context, read, true)
  if (unread !== undefined) return mark(context, unread, false)
  return readAll ? markAll(context) : list(context, options)
}

async function mark(context: Context, itemId: string, read: boolean): Promise<void> {
  const { cairn } = await context.connect()
  const marked = await cairn.updateInboxItem({ params: { itemId }, body: { read } })
  if (context.json) return context.printJson(marked)
  await context.print(`Marked as ${read ? 'read' : 'unread'}. ${unreadWords(marked.unread)}`)
}

async function markAll(context: Context): Promise<void> {
  const { cairn } = await context.connect()
  const { items } = await cairn.listInbox({ query: { limit: 1 } })
  const [newest] = items
  const marked = newest ? await cairn.updateInbox({ body: { readUntil: newest.id } }) : { unread: 0 }
  if (context.json) return context.printJson(marked)
  await context.print(`Marked everything as read. ${unreadWords(marked.unread)}`)
}

function unreadWords(count: number): string {
  if (count === 0) return 'Nothing is unread.'
  return count === 1 ? '1 item is unread.' : `${count} items are unread.`
}

async function list(context: Context, { all, limit }: Options): Promise<void> {
  const { cairn } = await context.connect()
  const items: InboxItem[] = []
  let unread = 0
  let cursor: string | undefined
  do {
    const page = await cairn.listInbox({
      query: { state: all ? 'all' : 'unread', cursor, limit: Math.min(limit, 100) },
    })
    items.push(...page.items)
    unread = page.unread
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && items.length < limit)
  const hasMore = cursor !== undefined || items.length > limit
  const shown = items.slice(0, limit)
  if (context.json) return context.printJson({ items: shown, unread, hasMore })
  if (shown.length === 0) return context.print(all ? 'Your inbox is empty.' : 'Nothing is unread.')
  await context.print(...shown.flatMap(linesOf))
  if (hasMore) context.note(`There are more than ${limit}: use --limit.`)
}

function linesOf({ id, kind, goal, actor, text, createdAt, readAt }: InboxItem): string[] {
  return [
    `${minuteOf(createdAt)}  ${readAt === null ? '*' : ' '} ${oneLine(englishInboxWords.happened[kind](actorText(actor)))}`,
    `  ${oneLine(goal.title)}`,
    ...(text === '' ? [] : indented(text).map((line) => `  ${line}`.trimEnd())),
    `  Item ${oneLine(id)}, goal ${oneLine(goal.id)}`,
  ]
}
