import { formatAgo, formatDate, formatDateTime } from './format.ts'

type MomentProps = { time: string }

/** How long ago; when exactly on hover and for screen readers. */
export function Ago({ time }: MomentProps) {
  const moment = formatDateTime(time)
  return (
    <time dateTime={time} title={moment}>
      {formatAgo(time)}
      <span className="sr-only"> ({moment})</span>
    </time>
  )
}

/** The day; the time of day on hover. */
export function Day({ time }: MomentProps) {
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatDate(time)}
    </time>
  )
}
