import { cn } from './cn.ts'

/** The stones of the mark, from the lowest one, on 32 × 32 units. The lowest one lies at 29.6. */
export const markStones = [
  'M3.2 25.400c.3-2.600 3.400-4.200 12.600-4.300 9-.1 12.600 1.500 13 4.200.4 2.800-3.200 4.300-12.900 4.300S2.900 28.200 3.200 25.400Z',
  'M7 16.200c.5-2.300 3.500-3.500 9.400-3.400 5.600.1 8.300 1.400 8.500 3.600.2 2.400-2.900 3.500-9 3.400-6.400 0-9.300-1.200-8.900-3.600Z',
  'M11.300 7.700c.4-2.900 2.300-4.700 5.100-4.600 2.700.1 4.500 1.900 4.600 4.600.1 2.600-1.800 3.700-4.900 3.700-3.300 0-5.100-1.200-4.800-3.700Z',
] as const

/** The logo: a cairn of three stones. The top one has the accent color. */
export function Mark({ className }: { className?: string }) {
  const [low, middle, top] = markStones
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn('size-7 shrink-0', className)}>
      <path className="fill-ink-soft" d={low + middle} />
      <path className="fill-accent" d={top} />
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
