/** Returns the host of a webhook's URL, for logs and lists: the rest of an address may be a secret, as it is at Slack. */
export function hostOf(url: string): string {
  return new URL(url).host
}
