import { CircleCheck, WifiOff } from 'lucide-react'
import { fill } from '../../language/fill.tsx'
import { Ago } from '../../presentation/time/moment.tsx'
import { useOnline } from '../../ui/hooks/use-online.ts'
import { Spinner } from '../../ui/states/spinner.tsx'
import type { Connection } from './connection.ts'
import { texts } from './texts.ts'

type ConnectionStatusProps = {
  latest: Connection | undefined
  /** Whether the service could not be asked. */
  hasFailed: boolean
}

/** Whether an agent has connected. Screen readers say when it does. */
export function ConnectionStatus({ latest, hasFailed }: ConnectionStatusProps) {
  const online = useOnline()
  return (
    <div
      role="status"
      className="flex items-start gap-3 rounded-xl border border-line bg-surface px-4 py-3 text-[0.9375rem]"
    >
      {latest ? (
        <>
          <CircleCheck className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
          <p className="min-w-0 wrap-anywhere">
            {fill(texts.status.connected, {
              name: (
                <strong className="font-semibold">
                  <bdi>{latest.name}</bdi>
                </strong>
              ),
            })}{' '}
            <span className="text-ink-soft">
              {fill(texts.status.last, { time: <Ago time={latest.at} /> })}
            </span>
          </p>
        </>
      ) : online && !hasFailed ? (
        <>
          <Spinner className="mt-0.5 size-5 shrink-0 text-accent" />
          <p>
            {texts.status.waiting} <span className="text-ink-soft">{texts.status.byItself}</span>
          </p>
        </>
      ) : (
        <>
          <WifiOff className="mt-0.5 size-5 shrink-0 text-warn" aria-hidden="true" />
          <p>{online ? texts.status.unreachable : texts.status.offline}</p>
        </>
      )}
    </div>
  )
}
