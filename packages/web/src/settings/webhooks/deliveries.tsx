import type { WebhookDelivery } from '@cairn/contract/schemas/webhooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { fill } from '../../language/fill.tsx'
import { formatDateTime } from '../../presentation/time/format.ts'
import { Ago } from '../../presentation/time/moment.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { useFocusFirstNew } from '../../ui/hooks/use-focus-first-new.ts'
import { SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { LogEnd } from '../layout/log-end.tsx'
import { eventTypeName } from './event-type-names.ts'
import { texts } from './texts.ts'
import { deliveriesQuery } from './webhook-queries.ts'
import { DeliveryState } from './webhook-state.tsx'
import { attemptText, isDelivered, isSlow } from './webhook-texts.ts'

type DeliveriesProps = { webhookId: string; onRetry: () => Promise<void> }

/** `just now` is the past. */
const isSoon = (time: string) => Date.parse(time) - Date.now() < 60_000

export function Deliveries({ webhookId, onRetry }: DeliveriesProps) {
  const organization = useActiveOrganization()
  const log = useInfiniteQuery(deliveriesQuery(organization.id, webhookId))
  const { data, error, hasNextPage } = log
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? []

  const rows = useRef<HTMLOListElement>(null)
  const expectNew = useFocusFirstNew(rows, ':scope > li', deliveries.length)

  return (
    <section aria-labelledby="deliveries" className="space-y-4">
      <div className="flex items-center justify-between gap-3">
        <SectionTitle id="deliveries">{texts.deliveries.title}</SectionTitle>
        <IconButton label={texts.deliveries.refresh} onClick={() => void log.refetch()}>
          <RotateCw className="size-4.5" aria-hidden="true" />
        </IconButton>
      </div>
      {!data && !error && <ListSkeleton rows={2} label={texts.deliveries.loading} />}
      {data && deliveries.length === 0 && !hasNextPage && (
        <p className="text-ink-soft">{texts.deliveries.none}</p>
      )}
      {deliveries.length > 0 && (
        <ol
          ref={rows}
          aria-label={texts.deliveries.title}
          className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} webhookId={webhookId} delivery={delivery} onRetry={onRetry} />
          ))}
        </ol>
      )}
      <LogEnd log={log} expectNew={expectNew} />
    </section>
  )
}

type DeliveryProps = DeliveriesProps & { delivery: WebhookDelivery }

function Delivery({ webhookId, delivery, onRetry }: DeliveryProps) {
  const { id, eventId, type, goal, state, attempts, attemptCount, nextAttemptAt, createdAt } = delivery
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [last] = attempts
  const name = eventTypeName(type)

  async function retry(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      const { delivery: after } = await api.retryWebhookDelivery({ params: { webhookId, deliveryId: id } })
      await onRetry()
      const [attempt] = after.attempts
      const isAccepted = attempt !== undefined && isDelivered(attempt)
      if (isAccepted) toast.success(texts.delivery.done)
      else toast.error(texts.delivery.failed(attempt ? attemptText(attempt) : ''))
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <li tabIndex={-1} className="space-y-2 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <DeliveryState state={state} />
            <span className="font-medium">{name}</span>
            <span className="text-sm text-ink-faint">
              <Ago time={createdAt} />
            </span>
          </p>
          {goal && (
            <p className="mt-1 line-clamp-2">
              {type === 'goal.deleted' ? (
                goal.title
              ) : (
                <Link
                  to="/goals/$goalId"
                  params={{ goalId: goal.id }}
                  className="rounded text-ink-soft underline decoration-line-strong underline-offset-3 hover:decoration-ink"
                >
                  {goal.title}
                </Link>
              )}
            </p>
          )}
          {last && (state !== 'delivered' || isSlow(last)) && (
            <p className="mt-1 text-sm text-ink-soft">
              {attemptText(last)}
              {nextAttemptAt && (
                <>
                  {' '}
                  {fill(texts.delivery.next, {
                    ago: isSoon(nextAttemptAt) ? texts.delivery.soon : <Ago time={nextAttemptAt} />,
                  })}
                </>
              )}
            </p>
          )}
          {!last && state === 'pending' && (
            <p className="mt-1 text-sm text-ink-soft">{texts.delivery.waits}</p>
          )}
        </div>
        <Button size="small" busy={busy} onClick={() => void retry()}>
          {state === 'delivered' ? texts.delivery.again : texts.delivery.retry}
          <span className="sr-only">
            : {name}, {formatDateTime(createdAt)}
          </span>
        </Button>
      </div>
      <details>
        <summary className="w-fit rounded py-0.5 text-sm text-accent">
          {texts.delivery.attempts(attemptCount)}
          <span className="sr-only">: {name}</span>
        </summary>
        <div className="mt-2 space-y-2 rounded-lg bg-sunken px-4 py-3 text-sm text-ink-soft">
          {attempts.length > 0 && (
            <ol aria-label={texts.delivery.attemptList} className="space-y-1">
              {attempts.map((attempt) => (
                <li key={attempt.at} className="flex flex-wrap gap-x-3">
                  <time dateTime={attempt.at} className="tabular-nums">
                    {formatDateTime(attempt.at)}
                  </time>
                  <span>{attemptText(attempt)}</span>
                </li>
              ))}
            </ol>
          )}
          {attemptCount > attempts.length && <p>{texts.delivery.onlyLast(attempts.length)}</p>}
          <p>
            {fill(texts.delivery.eventId, { header: <code>webhook-id</code> })}{' '}
            <code className="break-all">{eventId}</code>
          </p>
        </div>
      </details>
      <FailureNotice failure={failure} />
    </li>
  )
}
