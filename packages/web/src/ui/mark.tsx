import { cn } from './cn.ts'

/** The logo: a cairn of three stones. The top one has the accent color. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn('size-7 shrink-0', className)}>
      <g className="fill-ink-soft">
        <path d="M3.2 25.400c.3-2.600 3.400-4.200 12.600-4.300 9-.1 12.600 1.500 13 4.200.4 2.800-3.200 4.300-12.900 4.300S2.900 28.200 3.200 25.400Z" />
        <path d="M7 16.200c.5-2.300 3.500-3.500 9.400-3.400 5.600.1 8.300 1.400 8.500 3.600.2 2.400-2.900 3.500-9 3.400-6.400 0-9.300-1.200-8.900-3.600Z" />
      </g>
      <path
        className="fill-accent"
        d="M11.300 7.700c.4-2.900 2.300-4.700 5.100-4.600 2.700.1 4.500 1.900 4.600 4.600.1 2.600-1.800 3.700-4.900 3.700-3.300 0-5.100-1.200-4.800-3.700Z"
      />
    </svg>
  )
}

export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2.5', className)}>
      <Mark />
      <span className="font-serif text-xl font-semibold tracking-tight">Cairn</span>
    </span>
  )
}
