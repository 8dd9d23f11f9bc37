require 'json'
require 'openssl'

# `header` is X-TMS-Signature; `body` is the bytes as they arrived, before anybody parsed them.
def genuine?(secret, header, body, tolerance: 300)
  parts = header.split(',').map(&:strip)
  sent_at = parts.find { |part| part.start_with?('t=') }.to_s.delete_prefix('t=')
  return false unless sent_at.match?(/\A\d+\z/) && (Time.now.to_i - sent_at.to_i).abs <= tolerance

  expected = OpenSSL::HMAC.hexdigest('SHA256', secret, "#{sent_at}.".b + body)
  parts.select { |part| part.start_with?('v1=') }
       .any? { |part| OpenSSL.secure_compare(expected, part.delete_prefix('v1=')) }
end

if $PROGRAM_NAME == __FILE__
  body = $stdin.binmode.read
  abort 'not from Parlance' unless genuine?(ENV.fetch('WEBHOOK_SECRET'), ARGV.fetch(0), body)
  puts JSON.parse(body)['event']
end
