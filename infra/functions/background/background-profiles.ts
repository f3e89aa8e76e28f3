/** The functions that no request calls, by their folder. */
export const backgroundProfiles = {
  // It computes, and Lambda gives a whole processor at this memory: `npm run bench:background` compares. At 25 records per call, the time
  // is enough for about ten thousand updates of a deleted goal. The rest counts as a failure and is retried.
  'goal-changes': { memoryMegabytes: 1769, timeoutSeconds: 60 },
  // It waits for receivers, and signs what it sends.
  'webhook-deliveries': { memoryMegabytes: 512, timeoutSeconds: 60 },
  // Digests are computed. Most sweeps find nothing. They usually end before the next one begins; two at once do no harm.
  due: { memoryMegabytes: 1024, timeoutSeconds: 55 },
} as const
