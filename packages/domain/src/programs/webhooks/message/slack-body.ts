/**
 * The message of the format `slack`, for an incoming webhook of Slack.
 *
 * Titles, names and summaries are other people's text. Slack reads `&`, `<` and `>` as markup, with mentions such as
 * `<!channel>` and links; the other characters of its markup cannot be escaped, so look-alikes replace them. `verbatim` and
 * `parse` keep Slack from making links and mentions of plain text.
 */

import { type EventSentence, eventSentence, type SentencePart } from '@cairn/contract/display/event-sentence'
import { readEventNames } from '../../../goals/brief/read-event-names.ts'
import type { Database } from '../../../storage/database/client.ts'
import type { WebhookRecord } from '../../../storage/table/entities/webhooks/webhook.ts'
import type { DeliveredEvent } from '../../../storage/table/entities/webhooks/webhook-delivery.ts'
import { longId } from '../../../storage/table/short-id.ts'
import { goalUrlOf } from './standard-body.ts'

const lookAlikes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '*': '\u2217',
  _: '\uff3f',
  '~': '\u223c',
  '`': '\u02cb',
}

/** Slack shortens texts of more than 3,000 characters. Titles and summaries have at most 500. */
const longestText = 600

/** The sources of messages. */
export type MessageSources = {
  readonly database: Database
  /** Scheme, host and port of the web app, without a trailing slash. */
  readonly webOrigin: string
}

/** Text of other people as part of a message: one line without markup. */
export function slackText(text: string): string {
  const line = [...text.replaceAll(/[\s\p{Cc}]+/gu, ' ')]
  const short = line.length > longestText ? [...line.slice(0, longestText - 1), '…'] : line
  return short.map((character) => lookAlikes[character] ?? character).join('')
}

/** At the beginning of a line, Slack reads `>` as a quote, even escaped. */
const quoteAtStart = /^(?:\s|&gt;)+/

/** Returns the message for an event. */
export async function slackBody(
  { database, webOrigin }: MessageSources,
  { organizationKey }: Pick<WebhookRecord, 'organizationKey'>,
  event: DeliveredEvent,
) {
  const { parts, summary } = await sentenceOf(database, longId(organizationKey), event)
  const goalUrl = goalUrlOf(webOrigin, event)
  const link = (part: SentencePart) =>
    goalUrl === null ? bold(slackText(part.text)) : bold(`<${goalUrl}|${slackText(part.text)}>`)
  const sentence = (goal: (part: SentencePart) => string) => {
    const words = parts.map((part) => (part.kind === 'goal' ? goal(part) : slackText(part.text))).join('')
    return `${words}${summary === null ? '' : `: ${slackText(summary)}`}`.replace(quoteAtStart, '')
  }
  return {
    text: sentence((part) => bold(slackText(part.text))),
    blocks: [
      {
        type: 'section',
        text: { type: 'mrkdwn', text: sentence(link), verbatim: true },
      },
    ],
    parse: 'none',
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
  }
}

const bold = (text: string) => `*${text}*`

async function sentenceOf(
  database: Database,
  organizationId: string,
  event: DeliveredEvent,
): Promise<EventSentence> {
  if (event.type === 'webhook.test') {
    return { parts: [{ kind: 'text', text: 'This is a test. The webhook works.' }], summary: null }
  }
  const names = await readEventNames(database, organizationId, [{ event }])
  const people = new Map(names.people(event).map(({ id, displayName }) => [id, displayName]))
  return eventSentence(names.named(event), { userId: undefined, nameOf: (userId) => people.get(userId) })
}
