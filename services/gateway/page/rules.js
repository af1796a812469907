// The rules in words, as the service says them.

import { h } from './dom.js';

/** A list of the rules, by what they are about. */
export function rulesInWords(sentences) {
  const topics = new Map();
  for (const { topic, text } of sentences) topics.set(topic, [...(topics.get(topic) ?? []), text]);
  return h('ul', { class: 'rules' }, [...topics.values()].map((texts) => h('li', null, texts.join(' '))));
}
