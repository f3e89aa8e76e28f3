import { useEffect, useState } from 'react'
import { formatDateTime, formatUntil } from './format.ts'

/** A time that comes soon is shown to the second. */
const soonMilliseconds = 90_000

/** The time that is left until `time`. It counts down by itself, without the page around it. */
export function TimeLeft({ time }: { time: string }) {
  const [now, setNow] = useState(() => Date.now())
  const left = Date.parse(time) - now
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setNow(Date.now()), left > soonMilliseconds ? 15_000 : 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatUntil(time, now)}
    </time>
  )
}
