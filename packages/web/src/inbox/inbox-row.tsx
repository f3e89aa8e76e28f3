import type { InboxKind } from '@cairn/contract/goals/inbox-kinds'
import type { InboxItem } from '@cairn/contract/schemas/people/inbox'
import {
  AtSign,
  BellRing,
  Check,
  CircleCheckBig,
  FileText,
  Hourglass,
  type LucideIcon,
  MessageCircleQuestion,
  MessageSquare,
  MessageSquareReply,
  Reply,
  SearchCheck,
  UserRoundCheck,
} from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { workerName } from '../goals/work/worker.tsx'
import { Ago } from '../presentation/time/moment.tsx'
import { IconButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { ItemDetail } from './item-detail.tsx'
import { texts } from './texts.ts'
import { useSwipe } from './use-swipe.ts'

const icons: Record<InboxKind, LucideIcon> = {
  mentioned: AtSign,
  commented: MessageSquare,
  question: MessageCircleQuestion,
  answered: MessageSquareReply,
  review: SearchCheck,
  reported: FileText,
  handed_over: UserRoundCheck,
  claim_expired: Hourglass,
  report_requested: BellRing,
}

type InboxRowProps = {
  item: InboxItem
  onToggle: () => void
  onAcknowledge: () => void
}

/** An item: a button that opens it in place, and its actions. On a phone a swipe marks it as done. */
export function InboxRow({ item, onToggle, onAcknowledge }: InboxRowProps) {
  const [isOpen, setOpen] = useState(false)
  const detail = useId()
  const swipe = useSwipe(onToggle)
  const [isReplying, setReplying] = useState(false)
  const row = useRef<HTMLButtonElement>(null)
  const { kind, goal, actor, text, createdAt, readAt } = item
  const Icon = icons[kind]
  const isUnread = readAt === null
  const { name, details } = workerName(actor)
  const isReport = kind === 'reported' || kind === 'review'
  return (
    <li className="touch-pan-y border-b border-line bg-paper last:border-b-0" {...swipe}>
      <div className="flex items-start gap-1 py-1">
        <button
          ref={row}
          type="button"
          data-row
          aria-expanded={isOpen}
          aria-controls={detail}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-start gap-3 rounded-lg px-2 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-2 sm:px-3"
        >
          <span className="relative mt-0.5 shrink-0">
            <Icon className={cn('size-5', isUnread ? 'text-accent' : 'text-ink-faint')} aria-hidden="true" />
            {isUnread && (
              <span
                aria-hidden="true"
                className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-accent ring-2 ring-paper"
              />
            )}
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span
                className={cn('min-w-0 wrap-anywhere', isUnread ? 'font-medium text-ink' : 'text-ink-soft')}
              >
                {isUnread && <span className="sr-only">{texts.isUnread} </span>}
                <bdi>{texts.happened[kind](`${name}${details}`)}</bdi>
              </span>
              <span className="shrink-0 text-sm text-ink-faint">
                <Ago time={createdAt} />
              </span>
            </span>
            <bdi
              className={cn('block text-[0.9375rem] text-ink-soft', isOpen ? 'wrap-anywhere' : 'truncate')}
            >
              {goal.title}
            </bdi>
            {text !== '' && !isOpen && <bdi className="block truncate text-sm text-ink-faint">{text}</bdi>}
          </span>
        </button>
        <div className="flex shrink-0 flex-col items-center sm:flex-row sm:pt-1.5">
          <IconButton
            label={isUnread ? texts.done : texts.undone}
            data-done
            aria-pressed={!isUnread}
            onClick={onToggle}
            className="max-sm:size-10 aria-pressed:text-accent"
          >
            <Check className="size-5" aria-hidden="true" />
          </IconButton>
          {isReport && isUnread && (
            <IconButton
              label={texts.acknowledge}
              data-acknowledge
              onClick={onAcknowledge}
              className="max-sm:hidden"
            >
              <CircleCheckBig className="size-4.5" aria-hidden="true" />
            </IconButton>
          )}
          <IconButton
            label={texts.reply}
            data-reply
            onClick={() => {
              setOpen(true)
              setReplying(kind !== 'question')
            }}
            className="max-sm:size-10"
          >
            <Reply className="size-5" aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div id={detail} hidden={!isOpen} className="pb-4 pl-10 pr-2 sm:pl-12">
        {isOpen && (
          <ItemDetail
            item={item}
            onAcknowledge={isReport && isUnread ? onAcknowledge : undefined}
            isReplying={isReplying}
            onReplied={() => {
              flushSync(() => setReplying(false))
              row.current?.focus()
            }}
          />
        )}
      </div>
    </li>
  )
}
