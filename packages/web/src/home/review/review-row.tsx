import {
  BellRing,
  CircleCheckBig,
  EyeOff,
  FileText,
  type LucideIcon,
  Reply,
  SearchCheck,
  TrendingDown,
  TriangleAlert,
  UserRoundX,
} from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePeople } from '../../goals/data/people.ts'
import { Ago } from '../../presentation/time/moment.tsx'
import { IconButton } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { reasonsOf } from '../reasons.ts'
import type { QueueItem, QueueReason } from './queue.ts'
import { ReviewDetail } from './review-detail.tsx'
import { texts } from './texts.ts'

const looks: Record<QueueReason, { icon: LucideIcon; look: string }> = {
  unread: { icon: FileText, look: 'text-accent' },
  late: { icon: BellRing, look: 'text-warn' },
  unowned: { icon: UserRoundX, look: 'text-warn' },
  worsened: { icon: TrendingDown, look: 'text-bad' },
  to_review: { icon: SearchCheck, look: 'text-accent' },
  other: { icon: TriangleAlert, look: 'text-warn' },
}

type ReviewRowProps = {
  item: QueueItem
  isOpen: boolean
  onToggle: () => void
  onOpen: () => void
  onDone: () => void
  onAcknowledge: () => void
}

/** A goal of the queue: a button that opens its last report in place, and its actions. */
export function ReviewRow({ item, isOpen, onToggle, onOpen, onDone, onAcknowledge }: ReviewRowProps) {
  const detail = useId()
  const row = useRef<HTMLButtonElement>(null)
  const [isReplying, setReplying] = useState(false)
  const { goal, reasons } = item
  const { lastReport, ownerUserId } = goal
  const { nameOf } = usePeople()
  const isUnread = reasons.includes('unread')
  const [first = 'other'] = reasons
  const Icon = looks[first].icon
  // The service's answer is more exact than a word.
  const exact =
    reasons.includes('late') || reasons.includes('other') ? reasonsOf(goal).map(({ text }) => text) : []
  const words = [
    ...reasons
      .filter((reason) => reason !== 'other' && (reason !== 'late' || exact.length === 0))
      .map((reason) => texts.reasons[reason]),
    ...exact,
  ]
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex items-start gap-1 py-1 pr-1.5 sm:pr-3">
        <button
          ref={row}
          type="button"
          data-row
          aria-expanded={isOpen}
          aria-controls={detail}
          onClick={onToggle}
          className="flex min-w-0 flex-1 items-start gap-3 rounded-lg px-3 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-2 sm:px-4"
        >
          <Icon className={cn('mt-0.5 size-5 shrink-0', looks[first].look)} aria-hidden="true" />
          <span className="min-w-0 flex-1 space-y-0.5">
            <bdi className={cn('block font-medium wrap-anywhere', !isOpen && 'line-clamp-2')}>
              {goal.title}
            </bdi>
            <span className="block text-sm text-ink-soft">{words.join(' · ')}</span>
            <span className="block text-sm text-ink-faint">
              {texts.owner} <bdi>{nameOf(ownerUserId)}</bdi>
            </span>
            {lastReport && !isOpen && (
              <span className="flex gap-x-2.5 text-sm text-ink-faint">
                <bdi className="min-w-0 truncate">{lastReport.summary}</bdi>
                <span className="shrink-0">
                  <Ago time={lastReport.createdAt} />
                </span>
              </span>
            )}
          </span>
        </button>
        <div className="flex shrink-0 flex-col items-center pt-1.5 sm:flex-row">
          {isUnread && (
            <IconButton
              label={texts.acknowledgeReport(goal.title)}
              data-acknowledge
              onClick={onAcknowledge}
              className="max-sm:size-10"
            >
              <CircleCheckBig className="size-4.5" aria-hidden="true" />
            </IconButton>
          )}
          <IconButton
            label={texts.markDone(goal.title)}
            data-done
            onClick={onDone}
            className="max-sm:size-10"
          >
            <EyeOff className="size-4.5" aria-hidden="true" />
          </IconButton>
          <IconButton
            label={texts.replyTo(goal.title)}
            data-reply
            onClick={() => {
              onOpen()
              setReplying(true)
            }}
            className="max-sm:size-10"
          >
            <Reply className="size-5" aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div id={detail} hidden={!isOpen} className="px-3 pt-1 pb-5 sm:pr-6 sm:pl-12">
        {isOpen && (
          <ReviewDetail
            goal={goal}
            onDone={onDone}
            onAcknowledge={isUnread ? onAcknowledge : undefined}
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
